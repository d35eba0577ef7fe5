ALTER TABLE "attachments" ADD COLUMN "size" integer;--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD COLUMN "bank_code" text;--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD COLUMN "statement_shape" jsonb;--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "train_classes" ADD COLUMN "attendance_minimum" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "train_classes" ADD COLUMN "fee" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "train_classes" ADD COLUMN "limit_number" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "train_classes" ADD COLUMN "payment_days" integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE "train_classes" ADD COLUMN "html" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "train_classes" ADD COLUMN "paid_html" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "train_classes" ADD COLUMN "info" text;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_size" CHECK ("attachments"."size" > 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_bank_code" CHECK ("bank_accounts"."bank_code" ~ '^[0-9]{3}$') NOT VALID;--> statement-breakpoint
ALTER TABLE "train_classes" ADD CONSTRAINT "train_classes_attendance" CHECK ("train_classes"."attendance_minimum" between 0 and 100) NOT VALID;--> statement-breakpoint
ALTER TABLE "train_classes" ADD CONSTRAINT "train_classes_fee" CHECK ("train_classes"."fee" between 0 and 9999999) NOT VALID;--> statement-breakpoint
ALTER TABLE "train_classes" ADD CONSTRAINT "train_classes_limit" CHECK ("train_classes"."limit_number" between 1 and 10000) NOT VALID;--> statement-breakpoint
ALTER TABLE "train_classes" ADD CONSTRAINT "train_classes_payment_days" CHECK ("train_classes"."payment_days" between 0 and 365) NOT VALID;