CREATE TABLE "refresher_rules" (
	"kind_id" integer PRIMARY KEY NOT NULL,
	"hours" integer NOT NULL,
	"years" integer NOT NULL,
	CONSTRAINT "refresher_rules_hours" CHECK ("refresher_rules"."hours" between 1 and 500),
	CONSTRAINT "refresher_rules_years" CHECK ("refresher_rules"."years" between 1 and 20)
);
--> statement-breakpoint
ALTER TABLE "refresher_rules" ADD CONSTRAINT "refresher_rules_kind_id_certificate_kinds_id_fk" FOREIGN KEY ("kind_id") REFERENCES "public"."certificate_kinds"("id") ON DELETE no action ON UPDATE no action;