CREATE TABLE "imported_certificates" (
	"certificate_id" bigint PRIMARY KEY NOT NULL,
	"organization_id" integer NOT NULL,
	"kind_id" integer NOT NULL,
	"number" text NOT NULL,
	"imported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "imported_certificates_number" UNIQUE("organization_id","kind_id","number"),
	CONSTRAINT "imported_certificates_number_length" CHECK (length("imported_certificates"."number") between 1 and 100)
);
--> statement-breakpoint
ALTER TABLE "import_shapes" DROP CONSTRAINT "import_shapes_kind";--> statement-breakpoint
ALTER TABLE "imports" DROP CONSTRAINT "imports_kind";--> statement-breakpoint
ALTER TABLE "imported_certificates" ADD CONSTRAINT "imported_certificates_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_certificates" ADD CONSTRAINT "imported_certificates_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_certificates" ADD CONSTRAINT "imported_certificates_kind_id_certificate_kinds_id_fk" FOREIGN KEY ("kind_id") REFERENCES "public"."certificate_kinds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imported_certificates_searched" ON "imported_certificates" USING btree ("number");--> statement-breakpoint
ALTER TABLE "import_shapes" ADD CONSTRAINT "import_shapes_kind" CHECK ("import_shapes"."kind" in ('people', 'certificates')) NOT VALID;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_kind" CHECK ("imports"."kind" in ('people', 'certificates')) NOT VALID;