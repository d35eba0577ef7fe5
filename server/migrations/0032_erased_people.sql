ALTER TABLE "accounts" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_erased" CHECK ("accounts"."erased_at" is null or ("accounts"."suspended_at" is not null and num_nonnulls("accounts"."id_number", "accounts"."english_name", "accounts"."sex", "accounts"."birthday", "accounts"."city_id", "accounts"."area_id", "accounts"."address", "accounts"."address_code", "accounts"."email", "accounts"."cell_phone", "accounts"."home_phone", "accounts"."company_phone", "accounts"."employer", "accounts"."career_id", "accounts"."education_id", "accounts"."education_status_id", "accounts"."school", "accounts"."department", "accounts"."photo_key", "accounts"."email_confirmed_at", "accounts"."phone_confirmed_at") = 0)) NOT VALID;--> statement-breakpoint
-- Replaces the words in the texts of a JSON value; its keys and numbers stay.
CREATE FUNCTION mask_texts(value jsonb, words text[]) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  word text;
  found text;
BEGIN
  CASE jsonb_typeof(value)
  WHEN 'string' THEN
    found := value #>> '{}';
    FOREACH word IN ARRAY words LOOP found := replace(found, word, '（已刪除）'); END LOOP;
    RETURN to_jsonb(found);
  WHEN 'array' THEN
    RETURN coalesce((
      SELECT jsonb_agg(mask_texts(each, words) ORDER BY place)
      FROM jsonb_array_elements(value) WITH ORDINALITY AS list (each, place)), '[]');
  WHEN 'object' THEN
    RETURN coalesce((SELECT jsonb_object_agg(key, mask_texts(each, words)) FROM jsonb_each(value) AS fields (key, each)), '{}');
  ELSE
    RETURN value;
  END CASE;
END $$;--> statement-breakpoint
-- Events are only added; after five years they may be removed. The texts of events about an erased person may be masked.
CREATE OR REPLACE FUNCTION refuse_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  texts text[] := '{before,after,note,data}';
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '5 years' THEN RETURN OLD; END IF;
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - texts = to_jsonb(OLD) - texts AND EXISTS (
    SELECT FROM accounts
    WHERE id = nullif(current_setting('portal.masked_account', true), '')::bigint AND erased_at IS NOT NULL)
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE FUNCTION mask_events_of_erased(person bigint, words text[], OUT audit bigint, OUT registration bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM accounts WHERE id = person AND erased_at IS NOT NULL) THEN
    RAISE EXCEPTION 'account % is not erased', person USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM set_config('portal.masked_account', person::text, true);
  WITH things (subject, id) AS (
    SELECT 'account', person
    UNION ALL SELECT 'registration', r.id FROM registrations r WHERE r.account_id = person
    UNION ALL SELECT 'certificate', c.id FROM certificates c WHERE c.account_id = person
    UNION ALL SELECT 'renewal_request', q.id FROM renewal_requests q JOIN certificates c ON c.id = q.certificate_id WHERE c.account_id = person
    UNION ALL SELECT 'privacy_request', q.id FROM erasure_requests q WHERE q.account_id = person
  ), about AS (
    SELECT e.id FROM things t JOIN audit_events e ON e.subject = t.subject AND e.subject_id = t.id
    -- What was searched for may be a name.
    UNION SELECT e.id FROM audit_events e WHERE e.action = 'list.export' AND e.actor NOT LIKE 'account:%'
  ), masked AS (
    UPDATE audit_events e SET before = mask_texts(e.before, words), after = mask_texts(e.after, words)
    FROM about
    WHERE e.id = about.id AND (mask_texts(e.before, words) IS DISTINCT FROM e.before OR mask_texts(e.after, words) IS DISTINCT FROM e.after)
    RETURNING 1
  )
  SELECT count(*) INTO audit FROM masked;
  WITH masked AS (
    UPDATE registration_events e
    SET note = mask_texts(to_jsonb(e.note), words) #>> '{}', data = mask_texts(e.data, words)
    FROM registrations r
    WHERE r.id = e.registration_id AND r.account_id = person
      AND (mask_texts(to_jsonb(e.note), words) IS DISTINCT FROM to_jsonb(e.note) OR mask_texts(e.data, words) IS DISTINCT FROM e.data)
    RETURNING 1
  )
  SELECT count(*) INTO registration FROM masked;
  PERFORM set_config('portal.masked_account', '', true);
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION mask_events_of_erased(bigint, text[]) FROM PUBLIC;--> statement-breakpoint
-- The content of a certificate is frozen. That of an erased person goes four years after its end.
CREATE OR REPLACE FUNCTION "refuse_content_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'content' = to_jsonb(OLD) - 'content' AND EXISTS (
    SELECT FROM certificates c JOIN accounts a ON a.id = c.account_id
    WHERE c.id = OLD.certificate_id AND a.erased_at IS NOT NULL AND c.end_time < current_date - interval '4 years')
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
-- Returns the certificates whose person it removed.
CREATE FUNCTION forget_contents_of_erased(today date) RETURNS SETOF bigint LANGUAGE sql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
  UPDATE certificate_contents n
  SET content = n.content || '{"chineseName": null, "englishName": null, "identity": "", "maskedIdentity": "", "birthDate": null, "photo": null}'
  FROM certificates c JOIN accounts a ON a.id = c.account_id
  WHERE c.id = n.certificate_id AND a.erased_at IS NOT NULL
    AND c.end_time < least(today, current_date) - interval '4 years' AND n.content ->> 'identity' <> ''
  RETURNING n.certificate_id
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION forget_contents_of_erased(date) FROM PUBLIC;--> statement-breakpoint
-- An erased person gets nothing any more, also if both happen at once: the erasure locks the account until it ends.
-- Seats are taken for many people at once, so the others must get theirs.
CREATE FUNCTION refuse_erased_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM accounts WHERE id = NEW.account_id AND erased_at IS NULL FOR KEY SHARE;
  IF NOT FOUND AND TG_TABLE_NAME = 'registrations' THEN RETURN NULL; END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'account % was erased', NEW.account_id
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "registrations_of_erased" BEFORE INSERT ON "registrations" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_person"();--> statement-breakpoint
CREATE TRIGGER "memberships_of_erased" BEFORE INSERT ON "memberships" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_person"();--> statement-breakpoint
CREATE TRIGGER "certificates_of_erased" BEFORE INSERT ON "certificates" FOR EACH ROW EXECUTE FUNCTION "refuse_erased_person"();
