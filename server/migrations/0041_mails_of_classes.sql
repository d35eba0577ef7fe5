ALTER TABLE "mails" ADD COLUMN "class_id" bigint;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "organization_id" integer;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "handled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "handled_by" text;--> statement-breakpoint
-- Letters about a class hold its code, letters about a certificate its number. Filled in by the database: also servers of
-- the release before write these rows.
CREATE FUNCTION "fill_mail_class"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT id, organization_id INTO NEW.class_id, NEW.organization_id FROM classes WHERE code = NEW.data ->> 'code';
  IF NEW.organization_id IS NULL THEN
    NEW.organization_id := (SELECT organization_id FROM certificates WHERE number = NEW.data ->> 'number');
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "mails_fill_class" BEFORE INSERT ON "mails" FOR EACH ROW WHEN (NEW.organization_id IS NULL) EXECUTE FUNCTION "fill_mail_class"();
