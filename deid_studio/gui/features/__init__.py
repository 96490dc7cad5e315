"""One folder for each thing that a person does, brought in by its `install(workbench)`; none knows another."""
