ALTER TABLE "accounts" VALIDATE CONSTRAINT "accounts_erased";
