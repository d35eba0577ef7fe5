CREATE TABLE "identity_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "identity_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"reason" text NOT NULL,
	"kind" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"file_key" text NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "identity_changes_fileKey_unique" UNIQUE("file_key"),
	CONSTRAINT "identity_changes_reason" CHECK (length("identity_changes"."reason") between 1 and 500),
	CONSTRAINT "identity_changes_kind" CHECK ("identity_changes"."kind" in ('pdf', 'jpeg')),
	CONSTRAINT "identity_changes_size" CHECK ("identity_changes"."size" > 0),
	CONSTRAINT "identity_changes_sha256" CHECK ("identity_changes"."sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "identity_changes_changed_by" CHECK ("identity_changes"."changed_by" ~ '^((account|staff):[1-9][0-9]*|system)$')
);
--> statement-breakpoint
ALTER TABLE "identity_changes" ADD CONSTRAINT "identity_changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identity_changes_account" ON "identity_changes" USING btree ("account_id");