CREATE TABLE "password_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "password_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "password_codes_tries" CHECK ("password_codes"."tries" between 0 and 5)
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_template";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "imported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "pending_email" text;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD COLUMN "secret" text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE "password_codes" ADD CONSTRAINT "password_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "password_codes_alive" ON "password_codes" USING btree ("account_id") WHERE "password_codes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "password_codes_account" ON "password_codes" USING btree ("account_id","created_at");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_pending_email" CHECK (length("sessions"."pending_email") between 1 and 254) NOT VALID;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD CONSTRAINT "sign_in_attempts_secret" CHECK ("sign_in_attempts"."secret" in ('password', 'birth_date')) NOT VALID;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_template" CHECK ("mails"."template" in ('registered', 'enrolled', 'group_enrolled', 'group_cancelled', 'approved', 'refused', 'payment_confirmed', 'payment_rejected', 'password_reset', 'password_changed', 'password_code', 'default_password_login', 'first_password_set', 'contact_changed', 'contact_adopted', 'contact_restored', 'erasure_requested', 'erasure_withdrawn', 'renewal_asked', 'renewal_approved', 'renewal_refused', 'group_added', 'group_removed')) NOT VALID;