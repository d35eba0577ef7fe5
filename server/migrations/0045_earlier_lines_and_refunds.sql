-- Apart from the new columns, whose lock would keep payments waiting until the last row is filled. The trigger does the rest.
UPDATE "payment_lines" SET "ended" = "ended" WHERE NOT "ended";--> statement-breakpoint
UPDATE "refunds" f SET "organization_id" = r."organization_id" FROM "registrations" r WHERE r."id" = f."registration_id" AND f."organization_id" IS NULL;
