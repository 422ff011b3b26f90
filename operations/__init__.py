"""Operations, for whoever runs the site: upgrades, logs, health, backups. No room above is known here."""
