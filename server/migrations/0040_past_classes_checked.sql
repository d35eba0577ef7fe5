ALTER TABLE "classes" VALIDATE CONSTRAINT "classes_imported";--> statement-breakpoint
ALTER TABLE "import_shapes" VALIDATE CONSTRAINT "import_shapes_kind";--> statement-breakpoint
ALTER TABLE "imports" VALIDATE CONSTRAINT "imports_kind";