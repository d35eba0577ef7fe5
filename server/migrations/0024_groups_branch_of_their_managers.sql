ALTER TABLE "groups" VALIDATE CONSTRAINT "groups_organization_id_organizations_id_fk";--> statement-breakpoint
UPDATE "groups" SET "organization_id" = (
  SELECT a."organization_id" FROM "memberships" m JOIN "accounts" a ON a."id" = m."account_id"
  WHERE m."group_id" = "groups"."id" AND m."role" = 'manager' AND a."organization_id" IS NOT NULL
  ORDER BY m."id" LIMIT 1
) WHERE "organization_id" IS NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION organization_of(subject text, subject_id bigint) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT CASE subject
    WHEN 'account' THEN (SELECT a.organization_id FROM accounts a WHERE a.id = subject_id)
    WHEN 'certificate' THEN (SELECT c.organization_id FROM certificates c WHERE c.id = subject_id)
    WHEN 'class' THEN (SELECT c.organization_id FROM classes c WHERE c.id = subject_id)
    WHEN 'group' THEN (SELECT g.organization_id FROM groups g WHERE g.id = subject_id)
    WHEN 'organization' THEN subject_id::integer
    WHEN 'registration' THEN (SELECT r.organization_id FROM registrations r WHERE r.id = subject_id)
    WHEN 'renewal_request' THEN (
      SELECT c.organization_id FROM renewal_requests q JOIN certificates c ON c.id = q.certificate_id WHERE q.id = subject_id)
    WHEN 'staff' THEN (
      SELECT min(r.organization_id) FROM staff_roles r WHERE r.staff_id = subject_id
      HAVING count(DISTINCT r.organization_id) = 1 AND bool_and(r.organization_id IS NOT NULL))
  END
$$;
