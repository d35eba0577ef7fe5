ALTER TABLE "renewal_requests" ADD COLUMN "state" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "renewal_requests" ADD CONSTRAINT "renewal_requests_state" CHECK ("renewal_requests"."state" in ('open', 'approved', 'refused')) NOT VALID;--> statement-breakpoint
-- Servers of the release before write `approved`, this one writes `state`: whichever changes, the other follows.
CREATE FUNCTION "sync_renewal_state"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.approved IS NOT NULL
    OR TG_OP = 'UPDATE' AND NEW.approved IS DISTINCT FROM OLD.approved AND NEW.state = OLD.state THEN
    NEW.state := CASE WHEN NEW.approved THEN 'approved' WHEN NOT NEW.approved THEN 'refused' ELSE 'open' END;
  ELSE
    NEW.approved := CASE NEW.state WHEN 'approved' THEN true WHEN 'refused' THEN false END;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "renewal_requests_sync_state" BEFORE INSERT OR UPDATE ON "renewal_requests" FOR EACH ROW EXECUTE FUNCTION "sync_renewal_state"();--> statement-breakpoint
UPDATE "renewal_requests" SET "state" = CASE WHEN "approved" THEN 'approved' ELSE 'refused' END WHERE "approved" IS NOT NULL;
