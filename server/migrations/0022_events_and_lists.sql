CREATE TABLE "staff_preferences" (
	"staff_id" bigint NOT NULL,
	"name" text NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_preferences_staff_id_name_pk" PRIMARY KEY("staff_id","name"),
	CONSTRAINT "staff_preferences_name" CHECK ("staff_preferences"."name" ~ '^[a-z][A-Za-z.]{0,59}$')
);
--> statement-breakpoint
ALTER TABLE "registration_events" ADD COLUMN "organization_id" integer;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "organization_id" integer;--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "organization_id" integer;--> statement-breakpoint
ALTER TABLE "staff_preferences" ADD CONSTRAINT "staff_preferences_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Filled in by the database: also servers of the release before write these rows.
CREATE FUNCTION "fill_registration_organization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.organization_id := (SELECT organization_id FROM classes WHERE id = NEW.class_id);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "registrations_fill_organization" BEFORE INSERT OR UPDATE OF "class_id" ON "registrations" FOR EACH ROW EXECUTE FUNCTION "fill_registration_organization"();--> statement-breakpoint
CREATE FUNCTION "fill_registration_event_organization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.organization_id := (SELECT organization_id FROM registrations WHERE id = NEW.registration_id);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "registration_events_fill_organization" BEFORE INSERT ON "registration_events" FOR EACH ROW WHEN (NEW.organization_id IS NULL AND NEW.actor NOT LIKE 'account:%') EXECUTE FUNCTION "fill_registration_event_organization"();--> statement-breakpoint
-- A staff account belongs to an organisation where all of its roles lie in that one.
CREATE FUNCTION "organization_of"(subject text, subject_id bigint) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT CASE subject
    WHEN 'account' THEN (SELECT a.organization_id FROM accounts a WHERE a.id = subject_id)
    WHEN 'certificate' THEN (SELECT c.organization_id FROM certificates c WHERE c.id = subject_id)
    WHEN 'class' THEN (SELECT c.organization_id FROM classes c WHERE c.id = subject_id)
    WHEN 'organization' THEN subject_id::integer
    WHEN 'registration' THEN (SELECT r.organization_id FROM registrations r WHERE r.id = subject_id)
    WHEN 'renewal_request' THEN (
      SELECT c.organization_id FROM renewal_requests q JOIN certificates c ON c.id = q.certificate_id WHERE q.id = subject_id)
    WHEN 'staff' THEN (
      SELECT min(r.organization_id) FROM staff_roles r WHERE r.staff_id = subject_id
      HAVING count(DISTINCT r.organization_id) = 1 AND bool_and(r.organization_id IS NOT NULL))
  END
$$;--> statement-breakpoint
CREATE FUNCTION "fill_audit_event_organization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.organization_id := organization_of(NEW.subject, NEW.subject_id);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_events_fill_organization" BEFORE INSERT ON "audit_events" FOR EACH ROW WHEN (NEW.organization_id IS NULL AND NEW.actor NOT LIKE 'account:%') EXECUTE FUNCTION "fill_audit_event_organization"();--> statement-breakpoint
-- An event without an organisation may be given one, once; nothing else of it changes.
CREATE OR REPLACE FUNCTION "refuse_event_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '5 years' THEN RETURN OLD; END IF;
  IF TG_OP = 'UPDATE' THEN
    IF OLD.organization_id IS NULL AND to_jsonb(NEW) - 'organization_id' = to_jsonb(OLD) - 'organization_id' THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
