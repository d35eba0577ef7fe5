import { expect, test } from 'vitest';
import { slimEndpoints } from './slim-endpoints.ts';

test('an endpoint keeps only the properties that the browser reads', () => {
  const code = `const login = endpoint({ method: 'POST', path: '/api/login', access: 'public', summary: '登入', body: LoginForm, answer: LoggedIn, refusals: ['wrong'] });`;
  const slim = slimEndpoints(code);
  const endpoint = (description: object) => description;
  const read = new Function('endpoint', 'LoggedIn', `${slim} return login;`);
  expect(read(endpoint, 'answer')).toEqual({
    method: 'POST',
    path: '/api/login',
    access: 'public',
    answer: 'answer',
  });
});

test('imports for the server alone are removed', () => {
  const code = `import { LoginForm } from './login-form.ts';\nimport { User } from './user.ts';\nexport const login = endpoint({ path: '/', body: LoginForm, answer: User });`;
  expect(slimEndpoints(code).match(/from '.*'/g)).toEqual(["from './user.ts'"]);
});

test('other calls and objects stay as they are', () => {
  const code = `const Form = z.object({ body: z.string(), summary: 1 });`;
  expect(slimEndpoints(code)).toBe(code);
});
