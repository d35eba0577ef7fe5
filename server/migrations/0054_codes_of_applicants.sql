CREATE TABLE "applicant_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "applicant_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"staff_id" bigint NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "applicant_codes_tries" CHECK ("applicant_codes"."tries" between 0 and 5)
);
--> statement-breakpoint
ALTER TABLE "applicant_codes" ADD CONSTRAINT "applicant_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applicant_codes" ADD CONSTRAINT "applicant_codes_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "applicant_codes_alive" ON "applicant_codes" USING btree ("account_id","staff_id") WHERE "applicant_codes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "applicant_codes_account" ON "applicant_codes" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "applicant_codes_staff" ON "applicant_codes" USING btree ("staff_id");