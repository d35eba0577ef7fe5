-- What a text must have to contain these words: pairs of characters are rarer than the characters, which they imply.
CREATE FUNCTION grams_to_find(value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET jit TO off AS $$
  SELECT coalesce(array_agg(DISTINCT substr(word, at, 2)), '{}')
  FROM regexp_split_to_table(value, '\s+') word, generate_series(1, greatest(length(word) - 1, 1)) at
  WHERE word <> ''
$$;
