-- Searches are planned without values, so these statistics would never be used; gathering them takes seconds.
ALTER INDEX "accounts_searched_names" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "groups_searched" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "classes_search" ALTER COLUMN 1 SET STATISTICS 0;
