import { describe, expect, test } from 'vitest';
import { Refusal, refusalAnswer, refusalText, refuseAll, together } from './errors.ts';

/** It names no field. */
const ended = new Refusal('session_ended');
const city = new Refusal('city_unknown');
const area = new Refusal('area_unknown');

const thrownBy = (action: () => unknown): unknown => {
  try {
    action();
  } catch (error) {
    return error;
  }
  return null;
};

const errorsOf = (thrown: unknown) => (thrown instanceof Refusal ? refusalAnswer(thrown).body.errors : null);

describe('refuseAll', () => {
  test('without a refusal throws nothing', () => {
    expect(thrownBy(() => refuseAll([]))).toBeNull();
  });

  test('throws a single refusal as it is', () => {
    expect(thrownBy(() => refuseAll([ended]))).toBe(ended);
  });

  test('throws several refusals as one, with the texts by field', () => {
    const thrown = thrownBy(() => refuseAll([city, area]));
    expect(thrown).toMatchObject({ code: 'invalid' });
    expect(errorsOf(thrown)).toEqual({ city: [refusalText(city)], area: [refusalText(area)] });
  });

  test('keeps every text of one field, in order', () => {
    const other = new Refusal('area_unknown', { field: 'city' });
    expect(errorsOf(thrownBy(() => refuseAll([city, other])))).toEqual({
      city: [refusalText(city), refusalText(other)],
    });
  });

  test('leaves out a refusal without a field where others have one', () => {
    expect(errorsOf(thrownBy(() => refuseAll([ended, city])))).toEqual({ city: [refusalText(city)] });
  });
});

describe('together', () => {
  const failure = new Error('the database is away');

  test('gives the results in order', async () => {
    expect(await together([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two']);
  });

  test('combines the refusals of fields', async () => {
    const thrown = await together([Promise.reject(city), Promise.resolve(1), Promise.reject(area)]).catch(
      (error: unknown) => error,
    );
    expect(errorsOf(thrown)).toEqual({ city: [refusalText(city)], area: [refusalText(area)] });
  });

  test.each([
    ['an error', failure],
    ['a refusal without a field', ended],
  ])('throws %s rather than the refusals of fields', async (_, grave) => {
    await expect(together([Promise.reject(city), Promise.reject(grave)])).rejects.toBe(grave);
  });
});
