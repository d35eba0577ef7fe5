ALTER TABLE "registrations" VALIDATE CONSTRAINT "registrations_credited";--> statement-breakpoint
ALTER TABLE "registrations" VALIDATE CONSTRAINT "registrations_fee";--> statement-breakpoint
UPDATE "registrations" r SET "fee" = c."fee" FROM "classes" c WHERE c."id" = r."class_id" AND r."fee" IS NULL AND r."state" IN ('unpaid', 'reported', 'confirmed');
