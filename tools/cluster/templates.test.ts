import { expect, test } from 'vitest';
import { adapt, deployed, fillIn, readVariables } from './templates.ts';

const COPIES = ['pgbackrest.conf', 'bucket.conf', 'on-the-primary.conf'].map((name) => `backup/${name}`);

test('the files of three machines name no variable that cluster.env lacks', async () => {
  const variables = readVariables(await deployed('cluster.env'));
  for (const name of ['patroni.yml', 'haproxy.cfg', 'pgbouncer.ini', 'etcd.env', ...COPIES])
    expect(fillIn(await deployed(name), variables)).not.toContain('${');
});

test('a variable without a value is an error', () => {
  expect(() => fillIn(['listen $', '{PORT}'].join(''), {})).toThrow('no value for PORT');
});

test('what is to be replaced must be there', () => {
  expect(adapt('one two', [['two', 'three']])).toBe('one three');
  expect(() => adapt('one two', [['four', 'three']])).toThrow('the file does not say: four');
});
