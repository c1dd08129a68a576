//go:build tensorflow

#include "common.hpp"

#include <cstdio>
#include <vector>

using namespace ge;

extern "C" {

ge_result ge_serve(const uint8_t *def, size_t bytes, void **server)
{
	return guarded([&](ge_result &) {
		TF_Status *s = status();
		TF_Server *made = TF_NewServer(def, bytes, s);
		check(s);
		TF_ServerStart(made, s);
		if (TF_GetCode(s) != TF_OK) {
			TF_DeleteServer(made);
			check(s);
		}
		*server = made;
	});
}

void ge_stop(void *server)
{
	ge_free_text(guarded([&](ge_result &) {
		TF_Status *s = status();
		TF_ServerStop(static_cast<TF_Server *>(server), s);
		succeed(s);
	}).error);
}

ge_result ge_connect(int within, int among, const uint8_t *def, size_t bytes, int64_t timeout_ms)
{
	return guarded([&](ge_result &) { join(within, among, def, bytes, timeout_ms); });
}

ge_result ge_rejoin(const uint8_t *def, size_t bytes, int64_t timeout_ms)
{
	return guarded([&](ge_result &) { rejoin(def, bytes, timeout_ms); });
}

ge_executor ge_new_executor(void)
{
	return reinterpret_cast<ge_executor>(TFE_NewExecutor(/*is_async=*/false, /*enable_streaming_enqueue=*/true, /*in_flight_nodes_limit=*/0));
}

ge_result ge_device(ge_tensor x, char *name, size_t room)
{
	return guarded([&](ge_result &) {
		TF_Status *s = status();
		const char *device = TFE_TensorHandleBackingDeviceName(borrow(x), s);
		check(s);
		snprintf(name, room, "%s", device);
	});
}

ge_result ge_place(ge_tensor x, const char *device)
{
	return guarded([&](ge_result &r) {
		TF_Status *s = status();
		Ptr<TFE_TensorHandle> h(TFE_TensorHandleCopyToDevice(borrow(x), current().context, device, s));
		check(s);
		r.owned = own(h.release());
	});
}

ge_result ge_function(void *graph, const char *name, const ge_output *in, int n, const ge_output *out, int m)
{
	return guarded([&](ge_result &) {
		auto outputs = [](const ge_output *from, int n) {
			std::vector<TF_Output> list(n);
			for (int i = 0; i < n; i++)
				list[i] = {static_cast<TF_Operation *>(from[i].op), from[i].index};
			return list;
		};
		auto inputs = outputs(in, n), results = outputs(out, m);
		TF_Status *s = status();
		TF_Function *f = TF_GraphToFunction(static_cast<TF_Graph *>(graph), name, 0, -1, nullptr, n, inputs.data(), m, results.data(), nullptr, nullptr, nullptr, s);
		check(s);
		TFE_ContextAddFunction(current().context, f, s);
		TF_DeleteFunction(f);
		check(s);
	});
}
}
