-- All parts of words, of up to six characters.
CREATE FUNCTION search_parts(value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET jit TO off AS $$
  SELECT coalesce(array_agg(DISTINCT substr(word, at, size)), '{}')
  FROM regexp_split_to_table(value, '\s+') word, generate_series(1, length(word)) at,
    generate_series(1, least(6, length(word) - at + 1)) size
$$;--> statement-breakpoint
-- What a text must have to contain these words.
CREATE FUNCTION parts_to_find(value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET jit TO off AS $$
  SELECT coalesce(array_agg(DISTINCT substr(word, at, 6)), '{}')
  FROM regexp_split_to_table(value, '\s+') word, generate_series(1, greatest(length(word) - 5, 1)) at
  WHERE word <> ''
$$;
