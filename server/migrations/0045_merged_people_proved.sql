ALTER TABLE "accounts" VALIDATE CONSTRAINT "accounts_merged_into_id_accounts_id_fk";--> statement-breakpoint
ALTER TABLE "accounts" VALIDATE CONSTRAINT "accounts_merged";
