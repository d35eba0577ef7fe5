-- PostgreSQL expects thousands of rows of these functions. Where compiling (JIT) is not switched off by the connection, as for
-- autovacuum and pg_restore, it would compile each call, which takes a thousand times as long as the call. Databases that are
-- upgraded now create all but the first in this way (0055, 0056).
ALTER FUNCTION search_grams(text) SET jit TO off;--> statement-breakpoint
ALTER FUNCTION grams_to_find(text) SET jit TO off;--> statement-breakpoint
ALTER FUNCTION search_parts(text) SET jit TO off;--> statement-breakpoint
ALTER FUNCTION parts_to_find(text) SET jit TO off;
