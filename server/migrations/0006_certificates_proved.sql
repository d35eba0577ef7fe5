ALTER TABLE "certificates" VALIDATE CONSTRAINT "certificates_kind_id_certificate_kinds_id_fk";
--> statement-breakpoint
ALTER TABLE "certificates" VALIDATE CONSTRAINT "certificates_registration_id_registrations_id_fk";
--> statement-breakpoint
ALTER TABLE "certificate_kinds" VALIDATE CONSTRAINT "certificate_kinds_register_pattern";
--> statement-breakpoint
ALTER TABLE "certificates" VALIDATE CONSTRAINT "certificates_kind";
--> statement-breakpoint
ALTER TABLE "certificates" VALIDATE CONSTRAINT "certificates_state";
--> statement-breakpoint
ALTER TABLE "certificates" VALIDATE CONSTRAINT "certificates_ended";
--> statement-breakpoint
ALTER TABLE "certificates" VALIDATE CONSTRAINT "certificates_ended_by";
--> statement-breakpoint
ALTER TABLE "certificates" VALIDATE CONSTRAINT "certificates_replaced";
--> statement-breakpoint
ALTER TABLE "certificates" VALIDATE CONSTRAINT "certificates_end_reason";
