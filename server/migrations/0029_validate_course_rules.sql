ALTER TABLE "attachments" VALIDATE CONSTRAINT "attachments_size";--> statement-breakpoint
ALTER TABLE "bank_accounts" VALIDATE CONSTRAINT "bank_accounts_bank_code";--> statement-breakpoint
ALTER TABLE "train_classes" VALIDATE CONSTRAINT "train_classes_attendance";--> statement-breakpoint
ALTER TABLE "train_classes" VALIDATE CONSTRAINT "train_classes_fee";--> statement-breakpoint
ALTER TABLE "train_classes" VALIDATE CONSTRAINT "train_classes_limit";--> statement-breakpoint
ALTER TABLE "train_classes" VALIDATE CONSTRAINT "train_classes_payment_days";
