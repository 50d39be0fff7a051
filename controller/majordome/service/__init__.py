"""The box as an appliance: its service, its folder of evenings, its Wi-Fi, its backups."""
