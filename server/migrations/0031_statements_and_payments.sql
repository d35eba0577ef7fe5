CREATE TABLE "payment_lines" (
	"payment_id" bigint NOT NULL,
	"line_id" bigint NOT NULL,
	"ended" boolean DEFAULT false NOT NULL,
	CONSTRAINT "payment_lines_payment_id_line_id_pk" PRIMARY KEY("payment_id","line_id")
);
--> statement-breakpoint
CREATE TABLE "payment_registrations" (
	"payment_id" bigint NOT NULL,
	"registration_id" bigint NOT NULL,
	"amount" integer NOT NULL,
	"ended" boolean DEFAULT false NOT NULL,
	CONSTRAINT "payment_registrations_payment_id_registration_id_pk" PRIMARY KEY("payment_id","registration_id"),
	CONSTRAINT "payment_registrations_amount" CHECK ("payment_registrations"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"bank_account_id" bigint,
	"kind" text NOT NULL,
	"method" text NOT NULL,
	"amount" integer NOT NULL,
	"received_on" date NOT NULL,
	"note" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"end_reason" text,
	CONSTRAINT "payments_kind" CHECK ("payments"."kind" in ('full', 'partial', 'surplus')),
	CONSTRAINT "payments_method" CHECK ("payments"."method" in ('statement', 'cash', 'counter', 'other', 'unstated')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" between 0 and 99999999),
	CONSTRAINT "payments_note" CHECK (length("payments"."note") between 1 and 500),
	CONSTRAINT "payments_created_by" CHECK ("payments"."created_by" ~ '^((account|staff):[1-9][0-9]*|system)$'),
	CONSTRAINT "payments_ended_by" CHECK ("payments"."ended_by" ~ '^((account|staff):[1-9][0-9]*|system)$'),
	CONSTRAINT "payments_ended" CHECK (("payments"."ended_at" is null) = ("payments"."ended_by" is null) and ("payments"."ended_at" is null) = ("payments"."end_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "statement_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"statement_id" bigint NOT NULL,
	"bank_account_id" bigint NOT NULL,
	"row" integer NOT NULL,
	"day" date NOT NULL,
	"amount" integer NOT NULL,
	"digits" text,
	"name" text,
	"memo" text,
	"aside" text,
	"aside_reason" text,
	"fingerprint" text NOT NULL,
	CONSTRAINT "statement_lines_once" UNIQUE("bank_account_id","fingerprint"),
	CONSTRAINT "statement_lines_row" CHECK ("statement_lines"."row" >= 1),
	CONSTRAINT "statement_lines_amount" CHECK ("statement_lines"."amount" between -999999999 and 999999999),
	CONSTRAINT "statement_lines_digits" CHECK ("statement_lines"."digits" ~ '^[0-9]{1,5}$'),
	CONSTRAINT "statement_lines_texts" CHECK (length("statement_lines"."name") between 1 and 100 and length("statement_lines"."memo") between 1 and 300),
	CONSTRAINT "statement_lines_aside" CHECK ("statement_lines"."aside" in ('withdrawal', 'zero', 'reversal', 'reversed', 'by_hand')),
	CONSTRAINT "statement_lines_aside_reason" CHECK ((coalesce("statement_lines"."aside", '') = 'by_hand') = ("statement_lines"."aside_reason" is not null)),
	CONSTRAINT "statement_lines_deposit" CHECK ("statement_lines"."amount" > 0 or "statement_lines"."aside" is not null),
	CONSTRAINT "statement_lines_fingerprint" CHECK ("statement_lines"."fingerprint" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "statements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bank_account_id" bigint NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"imported_by" text NOT NULL,
	"imported_at" timestamp with time zone NOT NULL,
	"added" integer NOT NULL,
	"known" integer NOT NULL,
	CONSTRAINT "statements_file" UNIQUE("bank_account_id","sha256"),
	CONSTRAINT "statements_file_name" CHECK (length("statements"."file_name") between 1 and 200),
	CONSTRAINT "statements_sha256" CHECK ("statements"."sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "statements_imported_by" CHECK ("statements"."imported_by" ~ '^((account|staff):[1-9][0-9]*|system)$'),
	CONSTRAINT "statements_counts" CHECK ("statements"."added" >= 0 and "statements"."known" >= 0)
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "payment_id" bigint;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "changed_by" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "proposed" integer;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "settled_by" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "paid_on" date;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "waive_reason" text;--> statement-breakpoint
ALTER TABLE "payment_lines" ADD CONSTRAINT "payment_lines_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_lines" ADD CONSTRAINT "payment_lines_line_id_statement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_registrations" ADD CONSTRAINT "payment_registrations_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_registrations" ADD CONSTRAINT "payment_registrations_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_lines_once" ON "payment_lines" USING btree ("line_id") WHERE not "payment_lines"."ended";--> statement-breakpoint
CREATE INDEX "payment_registrations_registration" ON "payment_registrations" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "payments_listed" ON "payments" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_bank_account" ON "payments" USING btree ("bank_account_id","created_at");--> statement-breakpoint
CREATE INDEX "statement_lines_day" ON "statement_lines" USING btree ("bank_account_id","day","id");--> statement-breakpoint
CREATE INDEX "statement_lines_statement" ON "statement_lines" USING btree ("statement_id");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_changed_by" CHECK ("refunds"."changed_by" ~ '^((account|staff):[1-9][0-9]*|system)$') NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_proposed" CHECK ("refunds"."proposed" between 1 and 9999999) NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_settled_by" CHECK ("refunds"."settled_by" ~ '^((account|staff):[1-9][0-9]*|system)$') NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_reference" CHECK (length("refunds"."reference") between 1 and 60) NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_waive_reason" CHECK (length("refunds"."waive_reason") between 1 and 500) NOT VALID;