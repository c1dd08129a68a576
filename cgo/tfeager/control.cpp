//go:build tensorflow

#include "common.hpp"

#include <cstring>
#include <vector>

using namespace ge;

namespace {

std::vector<TF_Output> outputs(const ge_output *from, int n)
{
	std::vector<TF_Output> list(n);
	for (int i = 0; i < n; i++)
		list[i] = {static_cast<TF_Operation *>(from[i].op), from[i].index};
	return list;
}

void types(TF_OperationDescription *d, const char *name, const int *dtypes, int n)
{
	std::vector<TF_DataType> list(n);
	for (int i = 0; i < n; i++)
		list[i] = static_cast<TF_DataType>(dtypes[i]);
	TF_SetAttrTypeList(d, name, list.data(), n);
}

void function(TF_OperationDescription *d, const char *name, const char *value) { TF_SetAttrFuncName(d, name, value, strlen(value)); }

} // namespace

extern "C" {

ge_result ge_graph_function(void *graph, const char *name, const ge_output *in, int n, const ge_output *out, int m, void **made)
{
	return guarded([&](ge_result &) {
		auto inputs = outputs(in, n), results = outputs(out, m);
		TF_Status *s = status();
		TF_Function *f = TF_GraphToFunction(static_cast<TF_Graph *>(graph), name, 0, -1, nullptr, n, inputs.data(), m, results.data(), nullptr, nullptr, nullptr, s);
		check(s);
		*made = f;
	});
}

ge_result ge_copy_function(void *graph, void *f)
{
	return guarded([&](ge_result &) {
		TF_Status *s = status();
		TF_GraphCopyFunction(static_cast<TF_Graph *>(graph), static_cast<TF_Function *>(f), nullptr, s);
		check(s);
	});
}

void ge_delete_function(void *f) { TF_DeleteFunction(static_cast<TF_Function *>(f)); }

ge_result ge_while(void *graph, const char *name, const ge_output *in, const int *dtypes, int n, const char *cond, const char *body, void **op)
{
	return guarded([&](ge_result &) {
		auto inputs = outputs(in, n);
		TF_Status *s = status();
		TF_OperationDescription *d = TF_NewOperation(static_cast<TF_Graph *>(graph), "While", name);
		TF_AddInputList(d, inputs.data(), n);
		types(d, "T", dtypes, n);
		function(d, "cond", cond);
		function(d, "body", body);
		TF_SetAttrInt(d, "parallel_iterations", 1);
		TF_SetAttrBool(d, "_lower_using_switch_merge", 1);
		*op = TF_FinishOperation(d, s);
		check(s);
	});
}

ge_result ge_if(void *graph, const char *name, ge_output cond, const ge_output *in, const int *dtypes, int n, const char *then, const char *otherwise,
                const int *results, int m, void **op)
{
	return guarded([&](ge_result &) {
		auto inputs = outputs(in, n);
		TF_Status *s = status();
		TF_OperationDescription *d = TF_NewOperation(static_cast<TF_Graph *>(graph), "If", name);
		TF_AddInput(d, {static_cast<TF_Operation *>(cond.op), cond.index});
		TF_AddInputList(d, inputs.data(), n);
		types(d, "Tin", dtypes, n);
		types(d, "Tout", results, m);
		function(d, "then_branch", then);
		function(d, "else_branch", otherwise);
		TF_SetAttrBool(d, "_lower_using_switch_merge", 1);
		*op = TF_FinishOperation(d, s);
		check(s);
	});
}
}
