CREATE TABLE "certificate_digests" (
	"group_id" bigint NOT NULL,
	"month" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "certificate_digests_group_id_month_pk" PRIMARY KEY("group_id","month"),
	CONSTRAINT "certificate_digests_month" CHECK (extract(day from "certificate_digests"."month") = 1)
);
--> statement-breakpoint
ALTER TABLE "certificate_digests" ADD CONSTRAINT "certificate_digests_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;