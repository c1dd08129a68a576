package jax

import "github.com/goivy/goivy/frontends/frontend"

var settings = []frontend.Func{
	{Path: "config.update", Sig: "name, val", Out: frontend.None,
		Doc: "The settings are those of one JAX: jax_enable_x64 (a bool) and jax_numpy_dtype_promotion (\"standard\" or \"strict\").",
		Run: run(func(c call) any {
			config := c.config
			switch name, val := c.Text("name"), c.Arg("val"); name {
			case "jax_enable_x64":
				on, ok := val.(bool)
				if !ok {
					c.Raise("ValueError", "jax_enable_x64 is a bool, not %v", val)
				}
				config.X64 = on
			case "jax_numpy_dtype_promotion":
				if val != "standard" && val != "strict" {
					c.Raise("ValueError", "jax_numpy_dtype_promotion is \"standard\" or \"strict\", not %v", val)
				}
				config.Strict = val == "strict"
			default:
				c.Raise("AttributeError", "there is no setting %s here (only jax_enable_x64 and jax_numpy_dtype_promotion)", name)
			}
			c.Set(config, config.rule())
			return nil
		})},
}
