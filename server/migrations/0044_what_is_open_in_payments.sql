ALTER TABLE "refunds" ADD COLUMN "organization_id" integer;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "used" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "forgotten_at" timestamp with time zone;--> statement-breakpoint
-- Servers of the release before write these rows too.
CREATE FUNCTION "mark_used_line"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE statement_lines SET used = NOT NEW.ended WHERE id = NEW.line_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "payment_lines_mark_used" AFTER INSERT OR UPDATE OF "ended" ON "payment_lines" FOR EACH ROW EXECUTE FUNCTION "mark_used_line"();--> statement-breakpoint
CREATE FUNCTION "fill_refund_organization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.organization_id := (SELECT organization_id FROM registrations WHERE id = NEW.registration_id);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "refunds_fill_organization" BEFORE INSERT ON "refunds" FOR EACH ROW EXECUTE FUNCTION "fill_refund_organization"();--> statement-breakpoint
CREATE FUNCTION "move_refunds"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE refunds SET organization_id = NEW.organization_id WHERE registration_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "registrations_move_refunds" AFTER UPDATE OF "class_id" ON "registrations" FOR EACH ROW WHEN (OLD.organization_id IS DISTINCT FROM NEW.organization_id) EXECUTE FUNCTION "move_refunds"();
