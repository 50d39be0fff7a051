"""The other rooms: props, inputs and satellites over an MQTT broker. Nothing here may delay the evening."""
