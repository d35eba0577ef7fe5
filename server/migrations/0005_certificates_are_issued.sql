CREATE TABLE "certificate_contents" (
	"certificate_id" bigint PRIMARY KEY NOT NULL,
	"organization_id" integer NOT NULL,
	"kind_id" integer NOT NULL,
	"year" integer NOT NULL,
	"serial" integer NOT NULL,
	"register_number" text NOT NULL,
	"status_index" integer NOT NULL,
	"content" jsonb NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "certificate_contents_statusIndex_unique" UNIQUE("status_index"),
	CONSTRAINT "certificate_contents_serial" UNIQUE("organization_id","kind_id","year","serial"),
	CONSTRAINT "certificate_contents_serial_counts" CHECK ("certificate_contents"."serial" >= 1),
	CONSTRAINT "certificate_contents_year" CHECK ("certificate_contents"."year" between 1912 and 2200),
	CONSTRAINT "certificate_contents_register_number" CHECK (length("certificate_contents"."register_number") between 1 and 200),
	CONSTRAINT "certificate_contents_status_index" CHECK ("certificate_contents"."status_index" between 0 and 16777215),
	CONSTRAINT "certificate_contents_sha256" CHECK ("certificate_contents"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "certificate_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "certificate_keys_kid" CHECK ("certificate_keys"."kid" ~ '^[0-9a-f]{8}$'),
	CONSTRAINT "certificate_keys_secret" CHECK ("certificate_keys"."secret" ~ '^[A-Za-z0-9_-]{43}$')
);
--> statement-breakpoint
CREATE TABLE "certificate_papers" (
	"certificate_id" bigint NOT NULL,
	"format" text NOT NULL,
	"file_key" text NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "certificate_papers_certificate_id_format_pk" PRIMARY KEY("certificate_id","format"),
	CONSTRAINT "certificate_papers_fileKey_unique" UNIQUE("file_key"),
	CONSTRAINT "certificate_papers_format" CHECK ("certificate_papers"."format" in ('a4', 'card')),
	CONSTRAINT "certificate_papers_sha256" CHECK ("certificate_papers"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "register_counters" (
	"organization_id" integer NOT NULL,
	"kind_id" integer NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "register_counters_organization_id_kind_id_year_pk" PRIMARY KEY("organization_id","kind_id","year"),
	CONSTRAINT "register_counters_last" CHECK ("register_counters"."last" >= 1)
);
--> statement-breakpoint
ALTER TABLE "certificate_kinds" ADD COLUMN "register_pattern" text DEFAULT '{organization}{kind}字第{minguo}{serial:4}號' NOT NULL;
--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "kind_id" integer;
--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "registration_id" bigint;
--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "state" text DEFAULT 'valid' NOT NULL;
--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "ended_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "end_reason" text;
--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "ended_by" text;
--> statement-breakpoint
ALTER TABLE "certificate_contents" ADD CONSTRAINT "certificate_contents_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "certificate_contents" ADD CONSTRAINT "certificate_contents_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "certificate_contents" ADD CONSTRAINT "certificate_contents_kind_id_certificate_kinds_id_fk" FOREIGN KEY ("kind_id") REFERENCES "public"."certificate_kinds"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "certificate_papers" ADD CONSTRAINT "certificate_papers_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "register_counters" ADD CONSTRAINT "register_counters_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "register_counters" ADD CONSTRAINT "register_counters_kind_id_certificate_kinds_id_fk" FOREIGN KEY ("kind_id") REFERENCES "public"."certificate_kinds"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "certificate_contents_photo" ON "certificate_contents" USING btree (("content" ->> 'photo'));--> statement-breakpoint
CREATE INDEX "certificate_contents_register_number" ON "certificate_contents" USING btree ("register_number");
--> statement-breakpoint
UPDATE "certificates" SET "kind_id" = (SELECT "certificate_kind_id" FROM "courses" WHERE "courses"."id" = "course_id");
--> statement-breakpoint
UPDATE "certificates" SET "state" = 'renewed', "ended_at" = (SELECT "created_at" FROM "certificates" AS "next" WHERE "next"."id" = "certificates"."replaced_by_id")
WHERE "replaced_by_id" IS NOT NULL;
--> statement-breakpoint
-- One certificate of a person and kind is valid: the one that ends last.
UPDATE "certificates" SET "state" = 'lapsed', "ended_at" = now()
WHERE "state" = 'valid' AND EXISTS (
  SELECT FROM "certificates" AS "later"
  WHERE "later"."account_id" = "certificates"."account_id" AND "later"."kind_id" = "certificates"."kind_id" AND "later"."state" = 'valid'
    AND ("later"."end_time", "later"."id") > ("certificates"."end_time", "certificates"."id"));
--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_kind_id_certificate_kinds_id_fk" FOREIGN KEY ("kind_id") REFERENCES "public"."certificate_kinds"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "certificate_kinds" ADD CONSTRAINT "certificate_kinds_register_pattern" CHECK (length("certificate_kinds"."register_pattern") between 1 and 100) NOT VALID;
--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_kind" CHECK ("certificates"."kind_id" is not null) NOT VALID;
--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_state" CHECK ("certificates"."state" in ('valid', 'renewed', 'revoked', 'corrected', 'lapsed')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_ended" CHECK (("certificates"."state" = 'valid') = ("certificates"."ended_at" is null)) NOT VALID;
--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_ended_by" CHECK ("certificates"."ended_by" ~ '^((account|staff):[1-9][0-9]*|system)$') NOT VALID;
--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_replaced" CHECK ("certificates"."replaced_by_id" is null or "certificates"."state" in ('renewed', 'corrected')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_end_reason" CHECK (length("certificates"."end_reason") between 1 and 500 and ("certificates"."end_reason" is null or "certificates"."state" <> 'valid')) NOT VALID;
--> statement-breakpoint
CREATE FUNCTION "fill_certificate_kind"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.kind_id := (SELECT certificate_kind_id FROM courses WHERE id = NEW.course_id);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "certificates_fill_kind" BEFORE INSERT ON "certificates" FOR EACH ROW WHEN (NEW.kind_id IS NULL) EXECUTE FUNCTION "fill_certificate_kind"();
--> statement-breakpoint
CREATE FUNCTION "refuse_content_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER "certificate_contents_append_only" BEFORE UPDATE OR DELETE ON "certificate_contents" FOR EACH ROW EXECUTE FUNCTION "refuse_content_change"();
--> statement-breakpoint
-- The private scalar of P-256: a zero byte, so that it is below the order of the curve, and 31 bytes of PostgreSQL's strong random source.
INSERT INTO "certificate_keys" ("kid", "secret", "created_at")
SELECT left(replace(gen_random_uuid()::text, '-', ''), 8),
  translate(rtrim(encode(decode('00' || right(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 62), 'hex'), 'base64'), '='), '+/', '-_'), now();
--> statement-breakpoint
CREATE TABLE "verification_misses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "verification_misses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "verification_misses_network" ON "verification_misses" USING btree ("network","at");--> statement-breakpoint
CREATE INDEX "verification_misses_at" ON "verification_misses" USING btree ("at");