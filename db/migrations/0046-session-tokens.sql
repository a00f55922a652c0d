-- Session tokens are kept as their hash: whoever reads this table, or a backup of it, opens no session. Nobody is signed out.
update identity."session" set "token" = encode(sha256(convert_to("token", 'UTF8')), 'hex');
