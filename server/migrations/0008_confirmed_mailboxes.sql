CREATE TABLE "registration_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "registration_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_template";--> statement-breakpoint
-- The mailboxes of everybody who is here already count as confirmed. A default that goes at once rewrites no row.
ALTER TABLE "accounts" ADD COLUMN "email_confirmed_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "accounts" ALTER COLUMN "email_confirmed_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "urgent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "registration_attempts_network" ON "registration_attempts" USING btree ("network","at");--> statement-breakpoint
CREATE INDEX "registration_attempts_at" ON "registration_attempts" USING btree ("at");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_template" CHECK ("mails"."template" in ('registered', 'email_confirmation', 'enrolled', 'group_enrolled', 'group_cancelled', 'approved', 'refused', 'payment_confirmed', 'payment_rejected', 'password_reset', 'password_changed', 'password_code', 'default_password_login', 'first_password_set', 'contact_changed', 'contact_adopted', 'contact_restored', 'erasure_requested', 'erasure_withdrawn', 'renewal_asked', 'renewal_approved', 'renewal_refused', 'group_added', 'group_removed')) NOT VALID;