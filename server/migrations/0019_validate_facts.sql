ALTER TABLE "bank_accounts" VALIDATE CONSTRAINT "bank_accounts_organization_id_organizations_id_fk";--> statement-breakpoint
ALTER TABLE "class_sessions" VALIDATE CONSTRAINT "class_sessions_class_id_classes_id_fk";--> statement-breakpoint
ALTER TABLE "classes" VALIDATE CONSTRAINT "classes_bank_account_id_bank_accounts_id_fk";--> statement-breakpoint
ALTER TABLE "classes" VALIDATE CONSTRAINT "classes_payment_days";--> statement-breakpoint
ALTER TABLE "classes" VALIDATE CONSTRAINT "classes_end";--> statement-breakpoint
ALTER TABLE "classes" VALIDATE CONSTRAINT "classes_hours";
