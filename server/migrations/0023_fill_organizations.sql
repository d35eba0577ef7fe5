-- In parts: nobody waits long for the rows of one.
UPDATE "registrations" r SET "organization_id" = c.organization_id FROM "classes" c WHERE c.id = r.class_id AND r.organization_id IS NULL AND r.id % 8 = 0;--> statement-breakpoint
UPDATE "registrations" r SET "organization_id" = c.organization_id FROM "classes" c WHERE c.id = r.class_id AND r.organization_id IS NULL AND r.id % 8 = 1;--> statement-breakpoint
UPDATE "registrations" r SET "organization_id" = c.organization_id FROM "classes" c WHERE c.id = r.class_id AND r.organization_id IS NULL AND r.id % 8 = 2;--> statement-breakpoint
UPDATE "registrations" r SET "organization_id" = c.organization_id FROM "classes" c WHERE c.id = r.class_id AND r.organization_id IS NULL AND r.id % 8 = 3;--> statement-breakpoint
UPDATE "registrations" r SET "organization_id" = c.organization_id FROM "classes" c WHERE c.id = r.class_id AND r.organization_id IS NULL AND r.id % 8 = 4;--> statement-breakpoint
UPDATE "registrations" r SET "organization_id" = c.organization_id FROM "classes" c WHERE c.id = r.class_id AND r.organization_id IS NULL AND r.id % 8 = 5;--> statement-breakpoint
UPDATE "registrations" r SET "organization_id" = c.organization_id FROM "classes" c WHERE c.id = r.class_id AND r.organization_id IS NULL AND r.id % 8 = 6;--> statement-breakpoint
UPDATE "registrations" r SET "organization_id" = c.organization_id FROM "classes" c WHERE c.id = r.class_id AND r.organization_id IS NULL AND r.id % 8 = 7;--> statement-breakpoint
UPDATE "registration_events" e SET "organization_id" = r.organization_id FROM "registrations" r WHERE r.id = e.registration_id AND e.organization_id IS NULL AND e.actor NOT LIKE 'account:%';--> statement-breakpoint
UPDATE "audit_events" e SET "organization_id" = organization_of(e.subject, e.subject_id) WHERE e.organization_id IS NULL AND e.actor NOT LIKE 'account:%';
