CREATE TABLE "registration_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "registration_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"registration_id" bigint NOT NULL,
	"staff_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "registration_notes_text" CHECK (length("registration_notes"."text") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "review_phrases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "review_phrases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"text" text NOT NULL,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "review_phrases_text_once" UNIQUE("text"),
	CONSTRAINT "review_phrases_text" CHECK (length("review_phrases"."text") between 1 and 200),
	CONSTRAINT "review_phrases_version" CHECK ("review_phrases"."version" >= 1),
	CONSTRAINT "review_phrases_updated_by" CHECK ("review_phrases"."updated_by" ~ '^((account|staff):[1-9][0-9]*|system)$')
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"registration_id" bigint NOT NULL,
	"amount" integer NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"reason" text NOT NULL,
	"payment_confirmed" boolean NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" between 1 and 9999999),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('due', 'paid', 'waived')),
	CONSTRAINT "refunds_reason" CHECK (length("refunds"."reason") between 1 and 1000),
	CONSTRAINT "refunds_created_by" CHECK ("refunds"."created_by" ~ '^((account|staff):[1-9][0-9]*|system)$')
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_template";--> statement-breakpoint
ALTER TABLE "registration_notes" ADD CONSTRAINT "registration_notes_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_notes" ADD CONSTRAINT "registration_notes_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "registration_notes_registration" ON "registration_notes" USING btree ("registration_id","id");--> statement-breakpoint
CREATE INDEX "refunds_registration" ON "refunds" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("created_at","id") WHERE "refunds"."state" = 'due';
