update users set nickname = name where nickname is null and ctid >= $1 and ctid < $2;
