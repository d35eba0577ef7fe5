CREATE TABLE "person_merges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "person_merges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"survivor_id" bigint NOT NULL,
	"removed_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"moves" jsonb,
	"merged_by" text NOT NULL,
	"merged_at" timestamp with time zone NOT NULL,
	"undone_by" text,
	"undone_at" timestamp with time zone,
	"undo_reason" text,
	CONSTRAINT "person_merges_two" CHECK ("person_merges"."survivor_id" <> "person_merges"."removed_id"),
	CONSTRAINT "person_merges_reason" CHECK (length("person_merges"."reason") between 1 and 500),
	CONSTRAINT "person_merges_merged_by" CHECK ("person_merges"."merged_by" ~ '^((account|staff):[1-9][0-9]*|system)$'),
	CONSTRAINT "person_merges_undone_by" CHECK ("person_merges"."undone_by" ~ '^((account|staff):[1-9][0-9]*|system)$'),
	CONSTRAINT "person_merges_undone" CHECK (("person_merges"."undone_at" is null) = ("person_merges"."undone_by" is null) and ("person_merges"."undone_at" is null) = ("person_merges"."undo_reason" is null) and ("person_merges"."undone_at" is null or "person_merges"."moves" is null)),
	CONSTRAINT "person_merges_undo_reason" CHECK (length("person_merges"."undo_reason") between 1 and 500)
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "merged_into_id" bigint;--> statement-breakpoint
ALTER TABLE "person_merges" ADD CONSTRAINT "person_merges_survivor_id_accounts_id_fk" FOREIGN KEY ("survivor_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_merges" ADD CONSTRAINT "person_merges_removed_id_accounts_id_fk" FOREIGN KEY ("removed_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "person_merges_once" ON "person_merges" USING btree ("removed_id") WHERE "person_merges"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "person_merges_survivor" ON "person_merges" USING btree ("survivor_id","id");--> statement-breakpoint
CREATE INDEX "person_merges_undoable" ON "person_merges" USING btree ("merged_at") WHERE "person_merges"."moves" is not null;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_merged_into_id_accounts_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_merged" CHECK ("accounts"."merged_into_id" is null or ("accounts"."suspended_at" is not null and "accounts"."merged_into_id" <> "accounts"."id")) NOT VALID;--> statement-breakpoint
-- An erased or merged person gets nothing any more, also if both happen at once: both lock the account until they end.
-- Seats are taken for many people at once, so the others must get theirs.
CREATE OR REPLACE FUNCTION refuse_erased_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM accounts WHERE id = NEW.account_id AND erased_at IS NULL AND merged_into_id IS NULL FOR KEY SHARE;
  IF NOT FOUND AND TG_TABLE_NAME = 'registrations' THEN RETURN NULL; END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'account % was erased or merged', NEW.account_id
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
