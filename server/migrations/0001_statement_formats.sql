CREATE TABLE "statement_reversals" (
	"line_id" bigint PRIMARY KEY NOT NULL,
	"statement_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statement_shapes" (
	"bank_account_id" bigint NOT NULL,
	"head" text NOT NULL,
	"shape" jsonb NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "statement_shapes_bank_account_id_head_pk" PRIMARY KEY("bank_account_id","head")
);
--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "maybe_digits" text;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "balance" integer;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "proven" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_reversals" ADD CONSTRAINT "statement_reversals_line_id_statement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_reversals" ADD CONSTRAINT "statement_reversals_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_shapes" ADD CONSTRAINT "statement_shapes_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "statement_reversals_statement" ON "statement_reversals" USING btree ("statement_id");