ALTER TABLE "import_shapes" DROP CONSTRAINT "import_shapes_kind";--> statement-breakpoint
ALTER TABLE "imports" DROP CONSTRAINT "imports_kind";--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "imported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_imported" CHECK ("classes"."imported_at" is null or "classes"."state" = 'completed') NOT VALID;--> statement-breakpoint
ALTER TABLE "import_shapes" ADD CONSTRAINT "import_shapes_kind" CHECK ("import_shapes"."kind" in ('people', 'certificates', 'groups', 'members', 'classes')) NOT VALID;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_kind" CHECK ("imports"."kind" in ('people', 'certificates', 'groups', 'members', 'classes')) NOT VALID;