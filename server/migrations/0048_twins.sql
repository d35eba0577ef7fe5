CREATE TABLE "twin_checks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "twin_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "twins" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "twins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"first_id" bigint NOT NULL,
	"second_id" bigint NOT NULL,
	"organization_id" integer,
	"signs" text[] NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"dismissed_at" timestamp with time zone,
	"dismissed_by" text,
	"dismiss_reason" text,
	CONSTRAINT "twins_pair" UNIQUE("first_id","second_id"),
	CONSTRAINT "twins_order" CHECK ("twins"."first_id" < "twins"."second_id"),
	CONSTRAINT "twins_signs" CHECK (cardinality("twins"."signs") > 0 and "twins"."signs" <@ '{name_birthday,phone,email,number}'::text[]),
	CONSTRAINT "twins_dismissed_by" CHECK ("twins"."dismissed_by" ~ '^((account|staff):[1-9][0-9]*|system)$'),
	CONSTRAINT "twins_dismissed" CHECK (("twins"."dismissed_at" is null) = ("twins"."dismissed_by" is null) and ("twins"."dismissed_at" is null) = ("twins"."dismiss_reason" is null)),
	CONSTRAINT "twins_dismiss_reason" CHECK (length("twins"."dismiss_reason") between 1 and 500)
);
--> statement-breakpoint
ALTER TABLE "twin_checks" ADD CONSTRAINT "twin_checks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "twins" ADD CONSTRAINT "twins_first_id_accounts_id_fk" FOREIGN KEY ("first_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "twins" ADD CONSTRAINT "twins_second_id_accounts_id_fk" FOREIGN KEY ("second_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "twins" ADD CONSTRAINT "twins_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "twin_checks_account" ON "twin_checks" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "twins_second" ON "twins" USING btree ("second_id");--> statement-breakpoint
CREATE INDEX "twins_listed" ON "twins" USING btree ("found_at","id");--> statement-breakpoint
CREATE INDEX "twins_organization_listed" ON "twins" USING btree ("organization_id","found_at","id");--> statement-breakpoint
-- What says whether two people are one changed: a timer looks for twins. Each change is a row, so that none is lost.
CREATE FUNCTION note_twin_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO twin_checks (account_id) VALUES (NEW.id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "accounts_twins_of_new" AFTER INSERT ON "accounts" FOR EACH ROW EXECUTE FUNCTION "note_twin_check"();--> statement-breakpoint
CREATE TRIGGER "accounts_twins_of_changed" AFTER UPDATE ON "accounts" FOR EACH ROW
WHEN ((OLD.chinese_name, OLD.birthday, OLD.email, OLD.cell_phone, OLD.id_number, OLD.passport_no, OLD.organization_id, OLD.merged_into_id, OLD.erased_at)
  IS DISTINCT FROM (NEW.chinese_name, NEW.birthday, NEW.email, NEW.cell_phone, NEW.id_number, NEW.passport_no, NEW.organization_id, NEW.merged_into_id, NEW.erased_at))
EXECUTE FUNCTION "note_twin_check"();--> statement-breakpoint
INSERT INTO "twin_checks" ("account_id") SELECT "id" FROM "accounts" ORDER BY "id";
