CREATE TABLE "bank_accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"bank" text NOT NULL,
	"holder" text NOT NULL,
	"number" text NOT NULL,
	CONSTRAINT "bank_accounts_number" UNIQUE("organization_id","bank","number"),
	CONSTRAINT "bank_accounts_texts" CHECK ("bank_accounts"."bank" <> '' and "bank_accounts"."holder" <> '' and "bank_accounts"."number" <> '')
);--> statement-breakpoint
CREATE TABLE "class_sessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "class_sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"class_id" bigint NOT NULL,
	"date" date NOT NULL,
	"from_time" time NOT NULL,
	"to_time" time NOT NULL,
	"place" text,
	"instructor" text,
	CONSTRAINT "class_sessions_start" UNIQUE("class_id","date","from_time"),
	CONSTRAINT "class_sessions_times" CHECK ("class_sessions"."from_time" < "class_sessions"."to_time"),
	CONSTRAINT "class_sessions_texts" CHECK ("class_sessions"."place" <> '' and "class_sessions"."instructor" <> '')
);--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "payment_days" integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "bank_account_id" bigint;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "end_time" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "hours" integer;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "payment_due" date;--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "class_sessions" ADD CONSTRAINT "class_sessions_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "classes"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "bank_accounts"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_payment_days" CHECK ("classes"."payment_days" between 0 and 365) NOT VALID;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_end" CHECK ("classes"."end_time" > "classes"."start_time") NOT VALID;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_hours" CHECK ("classes"."hours" between 1 and 2000) NOT VALID;--> statement-breakpoint
-- The form in which a search compares: half width, small letters, one character for 臺 and 台.
CREATE FUNCTION "search_form"(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT translate(lower(normalize(value, NFKC)), '台', '臺')
$$;--> statement-breakpoint
-- Each character and each pair of neighbours in a word.
CREATE FUNCTION "search_grams"(value text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT coalesce(array_agg(DISTINCT substr(part, at, size)), '{}')
  FROM regexp_split_to_table(value, '\s+') part, generate_series(1, length(part)) at, generate_series(1, 2) size
  WHERE at + size - 1 <= length(part)
$$;--> statement-breakpoint
CREATE FUNCTION "set_class_search_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := search_form(concat_ws(' ', NEW.code, NEW.place,
    (SELECT chinese_name FROM train_classes WHERE id = NEW.train_class_id)));
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "classes_search_text" BEFORE INSERT OR UPDATE OF "code", "place", "train_class_id" ON "classes" FOR EACH ROW EXECUTE FUNCTION "set_class_search_text"();--> statement-breakpoint
CREATE FUNCTION "renew_class_search_texts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE classes SET place = place WHERE train_class_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "train_classes_search_text" AFTER UPDATE OF "chinese_name" ON "train_classes" FOR EACH ROW WHEN (OLD.chinese_name IS DISTINCT FROM NEW.chinese_name) EXECUTE FUNCTION "renew_class_search_texts"();--> statement-breakpoint
UPDATE "classes" SET "place" = "place";
