-- Apart from the new columns, whose lock would keep every mail waiting until the last row is filled.
UPDATE "mails" m SET "class_id" = c.id, "organization_id" = c.organization_id FROM "classes" c WHERE c.code = m.data ->> 'code' AND m.organization_id IS NULL;--> statement-breakpoint
UPDATE "mails" m SET "organization_id" = c.organization_id FROM "certificates" c WHERE c.number = m.data ->> 'number' AND m.organization_id IS NULL;
