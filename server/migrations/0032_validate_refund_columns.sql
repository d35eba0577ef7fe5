ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_payment_id_payments_id_fk";--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_changed_by";--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_proposed";--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_settled_by";--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_reference";--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_waive_reason";