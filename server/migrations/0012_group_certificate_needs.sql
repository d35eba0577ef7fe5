CREATE TABLE "certificate_needs" (
	"group_id" bigint NOT NULL,
	"kind_id" integer NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "certificate_needs_group_id_kind_id_pk" PRIMARY KEY("group_id","kind_id"),
	CONSTRAINT "certificate_needs_count" CHECK ("certificate_needs"."count" between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "certificate_needs" ADD CONSTRAINT "certificate_needs_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_needs" ADD CONSTRAINT "certificate_needs_kind_id_certificate_kinds_id_fk" FOREIGN KEY ("kind_id") REFERENCES "public"."certificate_kinds"("id") ON DELETE no action ON UPDATE no action;