import { securityHeaders } from '../platform/http/headers.ts';

/** Vite's builds comply: no inline script or style, no `data:` URLs. */
const pagePolicy = (trustedTypes: string, ...more: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
    ...more,
  ].join('; ');

const sanitisers = "portal-html dompurify 'allow-duplicates'";

export const portalPolicy = pagePolicy(sanitisers);
/** Frames show the letters that the portal sends. */
export const officePolicy = pagePolicy(sanitisers, "frame-src 'self'");
export const verifyPolicy = pagePolicy('portal-verify', "worker-src 'self'");

const isOfficePath = (url: string): boolean => /^\/office(?:[/?#]|$)/.test(url);

const isVerifyPath = (url: string): boolean => /^\/v(?:[/?#]|$)/.test(url);

export const pagePolicyOf = (url: string): string => {
  if (isOfficePath(url)) return officePolicy;
  return isVerifyPath(url) ? verifyPolicy : portalPolicy;
};

export const portalHeaders = { ...securityHeaders, 'content-security-policy': portalPolicy };
