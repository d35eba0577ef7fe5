import { describe, expect, test } from 'vitest';
import { allowedLink, allowedPicture } from './rich-text-rules.ts';

const page = 'https://portal.example/ClassInfo/LG-1';

describe('allowedLink', () => {
  test.each([
    ['/Intro', 'own'],
    ['#top', 'own'],
    ['https://portal.example/login', 'own'],
    ['https://example.org/a', 'external'],
    ['//example.org/a', 'external'],
    ['mailto:a@example.org', 'contact'],
    ['tel:02-23456789', 'contact'],
    ['http://example.org/', null],
    ['javascript:alert(1)', null],
    [' \tjava\nscript:alert(1)', null],
    ['data:text/html,<script>1</script>', null],
    ['blob:https://portal.example/1', null],
    ['vbscript:x', null],
    ['https://[', null],
  ])('%j is %s', (href, kind) => {
    expect(allowedLink(href, page)).toBe(kind);
  });
});

describe('allowedPicture', () => {
  test.each([
    ['/pictures/abcdefghijklmnop', true],
    [' /pictures/abcdefghijklmnop?w=640 ', true],
    ['/pictures/abcdefghijklmnop?next=//evil.org', false],
    ['/pictures/../api/logout', false],
    ['/pictures/short', false],
    ['/api/logout', false],
    ['x', false],
    ['https://portal.example/pictures/abcdefghijklmnop', false],
    ['//evil.org/pictures/abcdefghijklmnop', false],
    ['data:image/png;base64,AA', false],
    ['blob:https://portal.example/1', false],
    ['javascript:alert(1)', false],
  ])('%j: %s', (src, allowed) => {
    expect(allowedPicture(src)).toBe(allowed);
  });
});
