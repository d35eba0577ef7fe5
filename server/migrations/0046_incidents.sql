CREATE TABLE "incident_people" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incident_people_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"incident_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"events" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "incident_people_once" UNIQUE("incident_id","account_id"),
	CONSTRAINT "incident_people_events" CHECK ("incident_people"."events" > 0)
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incidents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"state" text DEFAULT 'open' NOT NULL,
	"organization_id" integer,
	"title" text NOT NULL,
	"occurred_from" timestamp with time zone NOT NULL,
	"occurred_until" timestamp with time zone NOT NULL,
	"staff_id" bigint,
	"session_id" bigint,
	"event_id" bigint,
	"facts" text NOT NULL,
	"data" text,
	"measures" text,
	"contact" text,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"notified_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"closing_note" text,
	CONSTRAINT "incidents_state" CHECK ("incidents"."state" in ('open', 'notified', 'closed')),
	CONSTRAINT "incidents_title" CHECK (length("incidents"."title") between 1 and 100),
	CONSTRAINT "incidents_time" CHECK ("incidents"."occurred_from" < "incidents"."occurred_until"),
	CONSTRAINT "incidents_created_by" CHECK ("incidents"."created_by" ~ '^((account|staff):[1-9][0-9]*|system)$'),
	CONSTRAINT "incidents_texts" CHECK (length("incidents"."facts") between 1 and 1000 and length("incidents"."data") <= 1000 and length("incidents"."measures") <= 1000 and length("incidents"."contact") <= 1000 and length("incidents"."closing_note") between 1 and 1000),
	CONSTRAINT "incidents_closed" CHECK (("incidents"."state" = 'closed') = ("incidents"."closed_at" is not null)),
	CONSTRAINT "incidents_closing_note" CHECK (("incidents"."closed_at" is null) = ("incidents"."closing_note" is null)),
	CONSTRAINT "incidents_notified" CHECK ("incidents"."state" <> 'notified' or "incidents"."notified_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "incident_people" ADD CONSTRAINT "incident_people_incident_id_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_people" ADD CONSTRAINT "incident_people_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incident_people_account" ON "incident_people" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "incidents_created" ON "incidents" USING btree ("created_at","id");