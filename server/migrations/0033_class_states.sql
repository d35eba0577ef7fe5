ALTER TABLE "classes" ADD COLUMN "state" text DEFAULT 'draft' NOT NULL;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "publish_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "minimum_number" integer;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "staff_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "postponed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "free_cancel_until" date;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "call_off_reason" text;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "call_off_text" text;--> statement-breakpoint
-- Servers of the release before publish by `published_at` alone.
CREATE FUNCTION "fill_class_state"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.published_at IS NOT NULL AND NEW.state = 'draft' THEN
    NEW.state := 'published';
    NEW.publish_at := NULL;
  END IF;
  IF NEW.published_at IS NULL AND NEW.state IN ('published', 'closed', 'completed') THEN NEW.state := 'draft'; END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "classes_fill_state" BEFORE INSERT OR UPDATE OF "published_at" ON "classes" FOR EACH ROW EXECUTE FUNCTION "fill_class_state"();--> statement-breakpoint
UPDATE "classes" SET "state" = 'published' WHERE "published_at" IS NOT NULL AND "state" = 'draft';--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_state" CHECK ("classes"."state" in ('draft', 'published', 'closed', 'completed', 'cancelled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_published" CHECK (("classes"."published_at" is not null) = ("classes"."state" in ('published', 'closed', 'completed'))) NOT VALID;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_publish_at" CHECK ("classes"."publish_at" is null or "classes"."state" = 'draft') NOT VALID;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_minimum" CHECK ("classes"."minimum_number" between 1 and 10000) NOT VALID;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_call_off" CHECK (("classes"."call_off_reason" is not null) = ("classes"."state" = 'cancelled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_call_off_reason" CHECK ("classes"."call_off_reason" in ('too_few', 'disaster', 'instructor', 'other')) NOT VALID;
