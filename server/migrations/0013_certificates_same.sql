-- Databases that came past 0004 before it was divided have both already.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_constraint WHERE conname = 'certificates_same') THEN
    ALTER TABLE "certificates" ADD CONSTRAINT "certificates_same" UNIQUE USING INDEX "certificates_same";
    ALTER TABLE "certificates" ADD CONSTRAINT "certificates_replaced_by_same" FOREIGN KEY ("replaced_by_id","account_id","organization_id","train_class_id") REFERENCES "public"."certificates"("id","account_id","organization_id","train_class_id") NOT VALID;
  END IF;
END $$;
